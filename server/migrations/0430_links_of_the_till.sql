-- A link that was made at the till: whoever made it sees it there.
alter table payment_links add column from_till boolean not null default false;
