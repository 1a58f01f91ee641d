import { Notices } from '../preferences'
import { AlertWords } from './alert-words'
import { NoticesOfStreams } from './notices-of-streams'

/** What the reader wants to be told of, and how. */
export const Notifications = () => (
  <>
    <Notices />
    <NoticesOfStreams />
    <AlertWords />
  </>
)
