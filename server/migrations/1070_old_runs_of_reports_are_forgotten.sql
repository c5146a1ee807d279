create index concurrently report_runs_by_day on report_runs (day);
