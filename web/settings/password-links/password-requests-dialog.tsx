import { texts } from '../../i18n'
import { Dialog } from '../../ui/dialog'
import { LinksForOthers } from './links-for-others'
import { PasswordRequests } from './password-requests'

export const PasswordRequestsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={texts.passwordLinks.title} onClose={onClose}>
    <div class="sections">
      <PasswordRequests />
      <LinksForOthers />
    </div>
  </Dialog>
)
