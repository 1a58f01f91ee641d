import { texts } from '../../i18n'
import { Dialog } from '../../ui/dialog'
import { Invitations } from './invitations'

export const InviteDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={texts.invitations.title} onClose={onClose}>
    <div class="sections">
      <Invitations />
    </div>
  </Dialog>
)
