-- A dry run says since when facts are kept, because it cannot look at what was before. Null: of an earlier release, or none were kept.
alter table risk_dry_runs add column facts_since timestamptz;
