-- Notifications that a person gets by mail once their quiet hours are over, all in one; kept for a while, so that none is sent twice.
create table held_mails (
  merchant_id bigint not null,
  user_id bigint not null,
  notification_id bigint not null,
  sent_at timestamptz,
  primary key (merchant_id, user_id, notification_id),
  foreign key (merchant_id, user_id) references users,
  foreign key (merchant_id, notification_id) references notifications on delete cascade
);
