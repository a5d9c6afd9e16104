-- What a clinic asks new patients on its page is a rule of booking: processes keep it with the rest of the configuration.

create trigger note_change after insert or delete or update on booking_pages for each row execute function note_configuration_change();
