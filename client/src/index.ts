export { type CallOptions, type Client, type ClientOptions, createClient, type InputOf, type OperationName, type OutputOf, type Retry } from './client.ts'
export {
  AuthenticationError,
  ClinicError,
  ConnectionError,
  type FieldError,
  InvalidBodyError,
  NotAllowedError,
  NotEntitledError,
  RefusedError,
  ServiceError,
  TooManyRequestsError,
} from './errors.ts'
export type { RefusalCode } from './generated.ts'
