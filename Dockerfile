# Taskdesk in a container: see docs/operations.md. It writes only to /data, so it runs with --read-only.
FROM node:22-bookworm-slim AS build
# Compiles better-sqlite3 if there's no prebuilt one for this machine.
RUN apt-get update && apt-get install -y --no-install-recommends g++ make python3 && rm -rf /var/lib/apt/lists/*
WORKDIR /taskdesk
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY app app
COPY build-scripts build-scripts
COPY public public
COPY remix.config.js tsconfig.json ./
RUN npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim
WORKDIR /taskdesk
COPY --from=build /taskdesk/node_modules node_modules
COPY --from=build /taskdesk/build build
COPY --from=build /taskdesk/public public
# Commands (backup, restore, move, import, password) run from these.
COPY --from=build /taskdesk/build-scripts build-scripts
COPY --from=build /taskdesk/app app
COPY --from=build /taskdesk/package.json /taskdesk/package-lock.json /taskdesk/tsconfig.json ./
RUN install -d -o 1000 -g 1000 -m 0700 /data
ENV NODE_ENV=production TASKDESK_AS_BUILT=1 DATA_DIR=/data PORT=3000
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-old-space-size=1024", "build-scripts/taskdesk.mjs", "start"]
