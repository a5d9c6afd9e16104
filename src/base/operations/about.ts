// Whose records an operation is about. A member of staff who may see only the patients of their own
// visits can call it only for those (DASH-10). An operation declares this beside its right;
// src/doors/dashboard/own-visits.ts asks the database.

/** The member of its input by which an operation identifies whose records it is about. */
export type About =
  /** `id`: an appointment or a token. */
  | 'visit'
  /** `id`: a change at the desk, of an appointment or a token. */
  | 'change'
  /** `id`: a series of appointments. */
  | 'series'
  /** `id`: a block of a practitioner's time. */
  | 'block'
  /** `shift` or `qmsWorkShiftId`: a queue. */
  | 'shift'
  /** `id`: a patient. */
  | 'patient'
  /** `patientId`: a patient. */
  | 'patientId'
  /** `from` and `into`: two records of one patient. */
  | 'two patients'
  /** `id`: a session pack of a patient. */
  | 'pack'
  /** `doctorId`: one practitioner; required. */
  | 'doctor'
  /** `doctorId`: one practitioner; without it, the records of all. */
  | 'any doctor'
  /** `doctorIds`: some practitioners; without it, the records of all. */
  | 'doctors'
  /** `doctor`: a practitioner by name; without it, the queues of all. */
  | 'named doctor'
  /**
   * Records of all patients, or all of a record, with the visits of colleagues: not available to
   * such a member.
   */
  | 'the whole clinic'
  /** No patient's record, or no more of one than reception needs: for everyone with the right. */
  | 'no record'
