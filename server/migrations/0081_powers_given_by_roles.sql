-- A role that is given more gives more to everybody who has it: as much a hand in their accounts as another role would be.

alter table account_touches
  drop constraint account_touches_what_check,
  add constraint account_touches_what_check
    check (what in ('made', 'invited', 'email', 'role', 'given', 'powers', 'let-in', 'gone'));
