# The desk as an image: built with everything, kept with what it runs on. See docs/operations/deploying.md.

FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY packages packages
# No package gets to run a script: the database driver for this Node brings its binaries along.
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY src src
COPY locales locales
COPY bench bench
COPY examples examples
RUN npm run build \
    && rm -rf dist/bench dist/examples \
    && find dist packages \( -name '*.map' -o -name '*.tsbuildinfo' \) -delete
RUN npm prune --omit=dev --ignore-scripts \
    && rm -rf packages/client packages/shared packages/*/src packages/*/test

FROM node:24-slim
WORKDIR /app
COPY package.json LICENSE ./
COPY data/rates.json data/rates.json
COPY --from=build /build/locales locales
COPY --from=build /build/node_modules node_modules
# Some of those are links to here.
COPY --from=build /build/packages packages
COPY --from=build /build/dist dist
# The one place that is written; a volume that is new takes over owner and mode.
RUN mkdir -m 0700 /data \
    && chown node:node /data \
    && chmod +x dist/desk.js \
    && ln -s /app/dist/desk.js /usr/local/bin/desk
# The audit sorts all transfers, in files that have no name: too large for a /tmp in memory once the books have grown.
ENV HOST=0.0.0.0 \
    PORT=3000 \
    DATABASE_PATH=/data/desk.db \
    SQLITE_TMPDIR=/data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The first start on a real network adds --new: see docs/operations/deploying.md.
CMD ["node", "dist/main.js"]
