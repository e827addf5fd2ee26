"""Measures applications over HTTP, cell by cell of the matrix of workloads and stores, and reports what it found."""
