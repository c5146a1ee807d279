-- Of what a subject has several of, such as the batches of a file: which one a request is about. At most one of each waits.
-- Beside the index of subjects, so that requests of an earlier release stay, and one that still runs can go on asking.
alter table operator_approvals add column part text collate "C" check (length(part) between 1 and 100);
create unique index operator_approvals_single_part on operator_approvals (kind, subject, part)
  where state = 'waiting' and part is not null;
