import './rich.css'

/** What is seldom in a message, and is loaded with its styles when it is: one file, because many small ones are larger. */
export { Widget } from '../widgets'
export { CodeHeading } from './code'
export { Viewer } from './viewer'
