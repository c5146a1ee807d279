-- The provider's queue: by when tickets are due, of all and of one operator, and by priority.
create index concurrently tickets_of_all_due on tickets (answer_due_at, id);
create index concurrently tickets_of_all_assigned on tickets (assignee_id, answer_due_at, id);
create index concurrently tickets_of_all_by_priority on tickets (priority, answer_due_at, id) where priority <> 'normal';
