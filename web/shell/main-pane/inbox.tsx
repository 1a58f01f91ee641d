import { Inbox } from '../../features/views/inbox'
import { FirstSteps } from '../onboarding'

/** The inbox, with the first steps for new users above it. */
export const InboxWithSteps = () => <Inbox top={<FirstSteps />} />
