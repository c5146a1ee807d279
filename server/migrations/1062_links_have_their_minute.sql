drop procedure fill_minutes_of_links();
