-- Who closed a ticket was read from the audit log, which is a record and no source of what is true now. Null where nobody is known.
alter table tickets add column closed_by text;
update tickets t set closed_by = a.actor
  from (select distinct on (x.merchant_id, x.subject) x.merchant_id, x.subject, x.actor
          from audit_log x where x.action = 'ticket.close' order by x.merchant_id, x.subject, x.at desc, x.id desc) a
 where t.closed_at is not null and a.merchant_id = t.merchant_id and a.subject = 'ticket:' || t.id::text;
