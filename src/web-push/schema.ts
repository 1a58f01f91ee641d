import { z } from 'zod'

/** Public key of the organization for push services (VAPID), in base64url: what `pushManager.subscribe` takes as `applicationServerKey`. */
export const webPushPublicKey = z.string()

/** A device for push messages. */
export const webPushDeviceSchema = z.object({
  /** Id of the device. */
  id: z.int(),
  /** What it was named, or the program and system that registered it, such as `Firefox on Windows`. */
  name: z.string(),
  /** Host of its push service. */
  host: z.string(),
  /** When it was registered, in seconds since 1970 UTC. */
  created_at: z.int(),
  /** The day of the last push that its push service took: its beginning, in seconds since 1970 UTC; null: there was none. */
  last_success: z.int().nullable(),
})
