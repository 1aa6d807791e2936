"""The games of a running table: started, stored, resumed and played on readers or on the screen."""
