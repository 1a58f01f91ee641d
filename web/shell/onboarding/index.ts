export { beginSteps, type Newcomer } from '../../session/onboarding'
export { FirstSteps } from './card'
