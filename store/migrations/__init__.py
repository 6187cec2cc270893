"""Steps from one schema of the database to the next, one file each; never changed once released."""
