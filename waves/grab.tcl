# SPDX-License-Identifier: Apache-2.0
# Run by GTKWave: a picture of the view as it opens, into $PICTURE.
gtkwave::/File/Grab_To_File $env(PICTURE)
gtkwave::/File/Quit
