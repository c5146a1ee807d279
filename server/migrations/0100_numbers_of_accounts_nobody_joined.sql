-- Whoever was signed up or invited and did not join in time keeps their e-mail address here, and no mobile number: it may
-- be somebody else's.
alter table logins alter column mobile drop not null;
