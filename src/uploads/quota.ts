import { mebibyte } from '../core/base/units'

/** Largest file that can be uploaded, in MiB. It has to fit into the memory of a Worker (behaviour, Files). */
export const largestFileMib = 25

/** Largest picture of a person, an emoji or the organization, in MiB. */
export const largestPictureMib = 5

/** Quota without a setting, in MiB. R2 stores 10 GB for free, and pictures and exports need room as well. */
const usualQuotaMib = 8000

/**
 * Part of the quota for the files of one share, and for those of all newcomers together, so that nobody fills the quota alone,
 * not even with many accounts from one link.
 */
const quotaPart = 1 / 4

/** Part of the quota for one newcomer: twenty of them leave a fifth of the newcomers' part to the others. */
const newcomersPart = 1 / 100

export interface Quota {
  mib: number
  bytes: number
  /** Bytes that the files of one share may take. */
  ofShare: number
  /** Bytes that the files of one newcomer may take. */
  ofNewcomer: number
  /** Bytes that the files of all newcomers together may take. */
  ofNewcomers: number
}

/** Quota for the files of one organization; null if the deployment sets no limit (`off`). */
export function quotaIn({ UPLOAD_QUOTA_MIB }: Pick<Env, 'UPLOAD_QUOTA_MIB'>): Quota | null {
  if (UPLOAD_QUOTA_MIB === 'off') return null
  const mib = Number(UPLOAD_QUOTA_MIB || usualQuotaMib)
  const bytes = mib * mebibyte
  return {
    mib,
    bytes,
    ofShare: bytes * quotaPart,
    ofNewcomer: bytes * newcomersPart,
    ofNewcomers: bytes * quotaPart,
  }
}

/** Limits in the form of the API (register, Realm); 0 if the deployment has no bucket. */
export function uploadLimits(env: Pick<Env, 'UPLOADS' | 'UPLOAD_QUOTA_MIB'>) {
  const picture = env.UPLOADS === undefined ? 0 : largestPictureMib
  return {
    max_file_upload_size_mib: env.UPLOADS === undefined ? 0 : largestFileMib,
    max_avatar_file_size_mib: picture,
    max_icon_file_size_mib: picture,
    max_logo_file_size_mib: picture,
    realm_upload_quota_mib: quotaIn(env)?.mib ?? null,
  }
}
