import { Inbox } from '../../features/views/inbox'
import { FirstSteps } from '../onboarding'

/** The inbox, below what somebody who has just come in may want to do. */
export const InboxWithSteps = () => <Inbox top={<FirstSteps />} />
