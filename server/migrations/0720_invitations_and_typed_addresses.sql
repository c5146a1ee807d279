-- A sign-in that waits for its second step names the person who gave the password: an invitation can go to somebody else meanwhile.
-- Processes of the release before leave it out, and theirs count as expired.
alter table proofs_awaited
  drop constraint proofs_awaited_challenge,
  add constraint proofs_awaited_challenge
    check (purpose in ('second-step', 'second-step-new') or challenge is not null);

-- Whoever types an address in their profile proves nothing: it is somebody else's until a link in its mailbox, or the company of its
-- domain, says otherwise.
alter table people add email_proven boolean not null default true;
update people p set email_proven = false
 where exists (select from audit_log a
                where a.action = 'profile.update' and a.after ->> 'email' = p.email
                  and a.before ->> 'email' is distinct from a.after ->> 'email');
