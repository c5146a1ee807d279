-- Whoever let an operator in by the directory has opened their way in, and has not taken anything from whoever reset them before:
-- a hand of its own, so that neither forgets the other.
alter table operators
  add column let_in_by bigint references operators,
  add column let_in_at timestamptz,
  add constraint operators_let_in check ((let_in_by is null) = (let_in_at is null));
