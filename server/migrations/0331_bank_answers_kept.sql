-- The very bytes that a bank answered with, for the second operator who decides about what it refused or sent back. Null: it
-- was applied under an earlier release.
alter table bank_answers add column content bytea;

-- The language in which somebody asked, to tell them in it what became of their request.
alter table operator_approvals add column asked_locale text not null default 'en' check (asked_locale in ('en', 'ar'));
