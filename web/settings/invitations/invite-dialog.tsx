import { laterWords } from '../../i18n/later-words'
import { Dialog } from '../../ui/dialog'
import { Invitations } from './invitations'

export const InviteDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={laterWords.invitations.title} onClose={onClose}>
    <div class="sections">
      <Invitations />
    </div>
  </Dialog>
)
