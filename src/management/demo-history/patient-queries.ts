import { statement } from '../../base/db/statement.ts'

const women =
  "array['Kavya', 'Priya', 'Anita', 'Meera', 'Sunita', 'Fatima', 'Divya', 'Neha', 'Lakshmi', 'Pooja', 'Ananya', 'Zoya', 'Harpreet', 'Rekha', 'Ishita', 'Shabnam', 'Geeta', 'Mary', 'Swati']"
const men =
  "array['Rohan', 'Sunil', 'Arjun', 'Imran', 'Vivek', 'Harish', 'Karan', 'Joseph', 'Aditya', 'Manoj', 'Farhan', 'Gurpreet', 'Nikhil', 'Ramesh', 'Siddharth', 'Yusuf', 'Deepak', 'Tenzin', 'Ajay']"
const families =
  "array['Sharma', 'Iyer', 'Khan', 'Gupta', 'Menon', 'Singh', 'Das', 'Patel', 'Rathore', 'Nair', 'Bose', 'Joshi', 'Fernandes', 'Meena', 'Reddy', 'Ansari', 'Chauhan', 'Kulkarni', 'Agarwal', 'Bhatt', 'Shekhawat', 'Pillai', 'Verma']"
const ofBerlin =
  "array['Anke', 'Bernd', 'Clara', 'Dieter', 'Elif', 'Frank', 'Greta', 'Henning', 'Ines', 'Jürgen', 'Katharina']"
const familiesOfBerlin =
  "array['Schulz', 'Yılmaz', 'Lehmann', 'Krüger', 'Nowak', 'von der Heide', 'Brandt']"

/**
 * Adds the demo's patients: 1 to 270 and 296 to 360 in Jaipur, of whom 111 to 200 are children, and
 * 271 to 295 in Berlin. Children share the phone of their family, as do the four Mathurs.
 */
export const addPatients = statement(
  'add_demo_patients',
  { takes: { workspaceId: 'bigint', now: 'timestamptz' } },
  `
  with person as (
    select n, n between 111 and 200 as is_child, n between 271 and 295 as is_in_berlin,
      case when n between 111 and 200 then n - n % 2 when n between 44 and 47 then 44 else n end as family
    from generate_series(1, 360) as n
  ),
  named as (
    select person.*, n % 2 = 0 as is_woman,
      case
        when is_in_berlin then (${ofBerlin})[1 + n % 11]
        when n = 260 then 'प्रिया'
        when n = 58 then 'Venkatanarasimharaju'
        when n % 2 = 0 then (${women})[1 + n / 2 % 19]
        else (${men})[1 + n / 2 % 19]
      end as first_name,
      case
        when is_in_berlin then (${familiesOfBerlin})[1 + n % 7]
        when n = 260 then 'शर्मा'
        when n = 58 then 'Subrahmanyam Chandrasekharan'
        when family = 44 then 'Mathur'
        else (${families})[1 + family * 5 % 23]
      end as last_name
    from person
  ),
  added as (
    insert into patients (
      workspace_id, mrn_number, first_name, last_name, first_name_folded, last_name_folded, country_code, phone_number, phone_normalised, email, email_folded, gender, dob,
      blood_group, patient_address, alert, created_at, updated_at
    )
    select :workspaceId, 'SUN-' || lpad(n::text, 4, '0'), first_name, last_name, lower(first_name), lower(last_name), dial_code, phone, dial_code || phone, email, email,
      case when is_in_berlin then null when is_woman then 'FEMALE' else 'MALE' end,
      case when is_child then date '2015-01-01' + n * 61 % 3900 else date '1948-01-01' + n * 397 % 20000 end,
      case n % 4 when 0 then 'O+' when 1 then 'B+' when 2 then 'A+' end,
      case when is_in_berlin then jsonb_build_object('line1', 'Kastanienallee ' || n, 'city', 'Berlin', 'pincode', '10435') end,
      case when n % 29 = 4 then 'Allergic to penicillin' when n % 41 = 7 then 'Takes blood thinners' end, :now::timestamptz - interval '61 days', :now::timestamptz - interval '61 days'
    from named
    cross join lateral (
      select case when is_in_berlin then '+49' else '+91' end as dial_code, case when is_in_berlin then '1512' || 3400000 + n * 137 else '98' || 29000000 + family * 7919 end as phone,
        case when n % 3 = 0 and n <> 260 and not is_in_berlin then lower(split_part(first_name, ' ', 1)) || n || '@mail.example' end as email
    ) contact
    on conflict (workspace_id, mrn_number) do nothing
    returning id, created_at
  )
  insert into audit_entries (workspace_id, at, action, patient_id, by_session, by_service)
  select :workspaceId, created_at, 'CREATED', id, false, true
  from added`,
)

/** Of two processes that fill the clinic at once, the second finds what the first has done. */
export const lockDemo = statement(
  'lock_demo',
  { takes: { workspaceId: 'bigint' }, returns: {} },
  `
  select
  from pg_advisory_xact_lock(hashtextextended('demo', :workspaceId))`,
)

/** Whether a workspace has the first patient of the demo. */
export const hasDemoPatient = statement(
  'has_demo_patient',
  { takes: { workspaceId: 'bigint' }, returns: { found: 'boolean' } },
  `
  select exists (
    select from patients where workspace_id = :workspaceId and mrn_number = 'SUN-0001'
  ) as found`,
)
