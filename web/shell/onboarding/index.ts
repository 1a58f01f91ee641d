export { FirstSteps } from './card'
