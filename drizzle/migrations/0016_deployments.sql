CREATE TABLE "deployment_events" (
	"deployment_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "deployment_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"message" text NOT NULL,
	"run_id" text,
	"step" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deployment_events_deployment_id_id_pk" PRIMARY KEY("deployment_id","id")
);
--> statement-breakpoint
CREATE TABLE "deployment_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"deployment_id" text NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"prefix" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "deployment_limits" (
	"deployment_id" text PRIMARY KEY NOT NULL,
	"rate_limit" integer NOT NULL,
	"time_window" text NOT NULL,
	"algorithm" text NOT NULL,
	"burst" integer,
	"enabled" boolean DEFAULT true NOT NULL,
	"run_id" text,
	"step" text,
	"tokens" double precision,
	"refilled_at" timestamp with time zone,
	"window_number" bigint,
	"admitted" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deployment_replicas" (
	"id" text PRIMARY KEY NOT NULL,
	"deployment_id" text NOT NULL,
	"state" text NOT NULL,
	"node" text NOT NULL,
	"owner" text,
	"pid" integer,
	"pid_started" text,
	"url" text,
	"gpus" json NOT NULL,
	"restarts" integer DEFAULT 0 NOT NULL,
	"message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deployments" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"model_id" text NOT NULL,
	"cluster_id" text NOT NULL,
	"runtime" text NOT NULL,
	"external_url" text,
	"status" text NOT NULL,
	"replicas" integer NOT NULL,
	"resources" json NOT NULL,
	"auto_scaling" json,
	"error" json,
	"generation" integer DEFAULT 1 NOT NULL,
	"observed" integer DEFAULT 0 NOT NULL,
	"run_id" text,
	"step" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "deployment_events" ADD CONSTRAINT "deployment_events_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deployment_keys" ADD CONSTRAINT "deployment_keys_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deployment_limits" ADD CONSTRAINT "deployment_limits_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deployment_replicas" ADD CONSTRAINT "deployment_replicas_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deployment_keys_hash" ON "deployment_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "deployment_keys_deployment" ON "deployment_keys" USING btree ("deployment_id");--> statement-breakpoint
CREATE INDEX "deployment_replicas_deployment" ON "deployment_replicas" USING btree ("deployment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deployments_name" ON "deployments" USING btree ("name") WHERE "deployments"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "deployments_model" ON "deployments" USING btree ("model_id") WHERE "deployments"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "deployments_newest" ON "deployments" USING btree ("created_at");