import { laterWords } from '../../i18n/later-words'
import { Dialog } from '../../ui/dialog'
import { Others } from './others'
import { PasswordRequests } from './password-requests'

export const PasswordRequestsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={laterWords.passwords.title} onClose={onClose}>
    <div class="sections">
      <PasswordRequests />
      <Others />
    </div>
  </Dialog>
)
