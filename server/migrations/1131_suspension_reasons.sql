-- A suspension has a reason that only operators see and, if they write one, a text for the merchant.
-- `status_reason` is from now on the reason of a rejection, which the merchant reads.
alter table merchants add column suspension_reason text, add column suspension_message text;

-- Reasons of suspensions, and of lifting them, were written for colleagues.
update merchants set suspension_reason = status_reason where status = 4;
create temporary table last_rejections on commit drop as
select distinct on (l.merchant_id) l.merchant_id, l.after->>'reason' as reason
  from audit_log l where l.action = 'merchant.reject' order by l.merchant_id, l.id desc;
update merchants m set status_reason = coalesce(
    (select r.reason from last_rejections r where r.merchant_id = m.id), '')
 where coalesce(status_before_suspension, status) = 2 and (status = 4 or suspensions > 0);
update merchants set status_reason = null
 where status_reason is not null and coalesce(status_before_suspension, status) <> 2;
update notifications set params = params - 'reason' where kind in ('account-suspend', 'account-resume') and params ? 'reason';
