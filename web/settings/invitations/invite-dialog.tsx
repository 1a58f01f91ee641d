import { laterWords } from '../../i18n/later-words'
import { Dialog } from '../../ui/dialog'
import { Invitations } from './invitations'

/** Invites people, and shows who is invited, in a window of its own. */
export const InviteDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={laterWords.invitations.title} onClose={onClose}>
    <div class="sections">
      <Invitations />
    </div>
  </Dialog>
)
