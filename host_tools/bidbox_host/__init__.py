"""Bidbox's host tool: talks to tables and directors' devices, keeps logs, explains and exports."""
