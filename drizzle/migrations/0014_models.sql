CREATE TABLE "model_files" (
	"model_id" text NOT NULL,
	"path" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"verified" text NOT NULL,
	"version" text,
	CONSTRAINT "model_files_model_id_path_pk" PRIMARY KEY("model_id","path")
);
--> statement-breakpoint
CREATE TABLE "models" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"source" text NOT NULL,
	"uri" text NOT NULL,
	"revision" text,
	"size" bigint,
	"received" bigint DEFAULT 0 NOT NULL,
	"bytes_per_second" bigint DEFAULT 0 NOT NULL,
	"sha256" text,
	"metadata" json NOT NULL,
	"error" json,
	"request_key" text NOT NULL,
	"request" json,
	"run_id" text,
	"step" text,
	"owner" text,
	"heartbeat_at" timestamp with time zone,
	"cancel_requested" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "model_files" ADD CONSTRAINT "model_files_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "model_files_content" ON "model_files" USING btree ("sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "models_unfinished" ON "models" USING btree ("request_key") WHERE "models"."status" in ('downloading', 'error');--> statement-breakpoint
CREATE UNIQUE INDEX "models_content" ON "models" USING btree ("name","sha256") WHERE "models"."status" = 'available';--> statement-breakpoint
CREATE INDEX "models_newest" ON "models" USING btree ("created_at");