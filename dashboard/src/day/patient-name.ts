export { nameOf } from '../ui/patient-name.ts'
