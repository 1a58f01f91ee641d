import './rich.css'

/** Rare parts of messages, loaded when a message needs them. One file, because many small ones are larger. */
export { Widget } from '../widgets'
export { CodeHeading } from './code'
export { addRest } from './rest'
export { Viewer } from './viewer'
