export { beginSteps, type Newcomer } from './kept'
export { FirstSteps } from './card'
