-- GIN finds by any of its columns alone: transactions_payers, which has the merchant too, serves the console's list as well.
drop index concurrently transactions_of_all_payers;
