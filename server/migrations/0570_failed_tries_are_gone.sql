-- Replaced by `limit_uses` (0059); no process of a version that is still upgraded from writes it.
drop table failed_tries;
