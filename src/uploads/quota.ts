const mebibyte = 1024 * 1024

/** Largest file that can be uploaded, in MiB. It has to fit into the memory of a Worker (behaviour, Files). */
export const largestFileMib = 25

/** Largest picture of a person, an emoji or the organization, in MiB. */
export const largestPictureMib = 5

/** What the files of one organization may take together; null: no limit. */
export function quotaIn({ UPLOAD_QUOTA_MIB }: Pick<Env, 'UPLOAD_QUOTA_MIB'>): { mib: number; bytes: number } | null {
  if (!UPLOAD_QUOTA_MIB) return null
  const mib = Number(UPLOAD_QUOTA_MIB)
  return { mib, bytes: mib * mebibyte }
}

/** What clients are told of it (register, Realm); nothing can be uploaded where there is no place for files. */
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
