import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a zip archive. The optional fields are for archives that lie about themselves. */
export interface ZipEntry {
  name: string
  content?: Uint8Array | string
  isStored?: boolean
  isEncrypted?: boolean
  /** The kind and rights of a file on Unix. */
  mode?: number
  /** What the directory says, where that is not true. */
  claims?: { size?: number; crc?: number; packedSize?: number; offset?: number }
}

/** A zip archive (PKWARE APPNOTE 4.3), which each test makes as honest or hostile as it likes. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content = '', isStored = false, isEncrypted = false, mode = 0o100_644, claims = {} } of entries) {
    const bytes = Buffer.from(content)
    const packed = isStored ? bytes : deflateRawSync(bytes)
    const nameBytes = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    // Bit 0 says encrypted, bit 11 says that the name is UTF-8.
    common.writeUInt16LE((isEncrypted ? 1 : 0) | 0x800, 2)
    common.writeUInt16LE(isStored ? 0 : 8, 4)
    common.writeUInt32LE(claims.crc ?? crc32(bytes), 10)
    common.writeUInt32LE(claims.packedSize ?? packed.length, 14)
    common.writeUInt32LE(claims.size ?? bytes.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, nameBytes, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE((mode << 16) >>> 0, 6)
    tail.writeUInt32LE(claims.offset ?? offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, tail, nameBytes]))
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end])
}
