import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/dashboard/',
  plugins: [react()],
  build: {
    // What the service serves; it is read there as it lies here (src/dashboard/files.ts).
    outDir: 'dist',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
    // The licences of the libraries that are built in.
    license: { fileName: 'third-party.md' },
  },
  server: { proxy: { '/dashboard/api': 'http://127.0.0.1:3000' } },
})
